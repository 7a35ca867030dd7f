using System.Text;
using Mongoose.Core.Channels;

namespace Mongoose.Testbed.Reports;

/// <summary>
/// The colours of the channels, the same in every chart: Okabe and Ito's set, which people with any kind of colour
/// vision can tell apart, a little lighter or darker where the background asks for it.
/// </summary>
public static class Palette
{
    /// <summary>
    /// The order of stacking from the bottom. Task lies on the axis, where it can be seen to be steady; Texture, the
    /// bulk, above it; then the rest.
    /// </summary>
    public static readonly Channel[] Order =
    [
        Channel.Task, Channel.Texture, Channel.Resend, Channel.Asset, Channel.Land, Channel.Wind, Channel.Cloud,
    ];

    public static string Style(Channel channel) => "ch-" + channel.ToString().ToLowerInvariant();

    /// <summary>A rule for each channel's class, on variables that <see cref="Variables"/> gives.</summary>
    public static string Rules()
    {
        StringBuilder css = new();
        foreach (Channel channel in Order)
            css.Append($".{Style(channel)} {{ fill: var(--{Style(channel)}); background: var(--{Style(channel)}) }}\n");
        return css.ToString();
    }

    public static string Variables(bool dark) =>
        string.Concat(Order.Select(channel => $"--{Style(channel)}: {Colour(channel, dark)}; "));

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
