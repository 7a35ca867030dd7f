using Mongoose.Core.Channels;

namespace Mongoose.Runtime.Pages;

/// <summary>
/// The colours of channels, the same in every chart, and of other curves, by their order. They are Okabe and Ito's set, which is
/// distinguishable with any kind of colour vision, slightly lightened or darkened to suit the background.
/// </summary>
public static class Palette
{
    /// <summary>
    /// The stacking order from the bottom. Task is on the axis, so that one can see whether it is steady; Texture, the bulk, is above it;
    /// then the rest.
    /// </summary>
    public static readonly Channel[] Order =
    [
        Channel.Task, Channel.Texture, Channel.Resend, Channel.Asset, Channel.Land, Channel.Wind, Channel.Cloud,
    ];

    /// <summary>The number of distinct curve styles: each colour is used twice, the second time dashed.</summary>
    public const int Styles = 12;

    private static readonly (string Light, string Dark)[] Series =
    [
        ("#0072b2", "#56a8e0"), ("#d55e00", "#f0743a"), ("#009e73", "#2bb58c"), ("#b8588f", "#d992b7"), ("#c98a00", "#e9ad2f"),
        ("#4d555c", "#b4b9bf"),
    ];

    /// <summary>
    /// Shades of one hue, evenly darker (lighter in dark mode) from the minimum to the maximum, so that the order is visible without
    /// colour.
    /// </summary>
    private static readonly (string Light, string Dark)[] Shades =
    [
        ("#f2f7fb", "#16222c"), ("#dcebf5", "#1a2f40"), ("#c3ddee", "#1f3d55"), ("#a3cbe4", "#254c6b"), ("#7fb5d8", "#2e5e84"),
        ("#5b9dca", "#3b739e"), ("#3a83b8", "#4f8ab8"), ("#20689f", "#6ba5d0"), ("#0b4e82", "#8fc1e6"),
    ];

    /// <summary>The CSS class of the figure's nth curve, box or bar, counted from 0.</summary>
    public static string Style(int n) => $"s{n % Styles}";

    public static string Style(Channel channel) => "ch-" + channel.ToString().ToLowerInvariant();

    /// <summary>CSS rules for each channel's class, using the variables of <see cref="Variables"/>.</summary>
    public static string Rules() =>
        string.Concat(Order.Select(channel => Style(channel))
            .Select(style => $".{style} {{ fill: var(--{style}); background: var(--{style}) }}\n"))
        + string.Concat(Enumerable.Range(0, Styles).Select(RuleOfCurve))
        + string.Concat(Shades.Select((_, i) =>
            $"svg .shade-{i} {{ fill: var(--shade-{i}) }} svg .late-{i} {{ stroke: var(--shade-{i}) }}\n"));

    public static string Variables(bool dark) =>
        string.Concat(Order.Select(channel => $"--{Style(channel)}: {Colour(channel, dark)}; "))
        + string.Concat(Series.Select((colour, i) => $"--s{i}: {(dark ? colour.Dark : colour.Light)}; "))
        + string.Concat(Shades.Select((colour, i) => $"--shade-{i}: {(dark ? colour.Dark : colour.Light)}; "));

    private static string RuleOfCurve(int n)
    {
        string colour = $"var(--s{n % Series.Length})", dash = n < Series.Length ? "" : "; stroke-dasharray: 6 4";
        return $"svg .s{n} {{ stroke: {colour}{dash} }} svg .area.s{n}, svg .box.s{n}, svg .spread.s{n} {{ fill: {colour} }}\n";
    }

    private static string Colour(Channel channel, bool dark) => channel switch
    {
        Channel.Task => dark ? "#f0743a" : "#d55e00",
        Channel.Texture => dark ? "#4a9fd4" : "#6fbdea",
        Channel.Resend => dark ? "#d992b7" : "#b8588f",
        Channel.Asset => dark ? "#e9ad2f" : "#e69f00",
        Channel.Land => dark ? "#2bb58c" : "#009e73",
        Channel.Wind => dark ? "#f0e442" : "#d9cb1e",
        _ => dark ? "#b4b9bf" : "#6b7178",
    };
}
