using Mongoose.Core.Settings;
using Mongoose.Core.Units;
using Mongoose.Network.Numerics;
using Mongoose.Runtime.Time;

namespace Mongoose.Network.Tcp.Applications;

/// <summary>
/// Alternates between unlimited data and none, starting with data. Data that is unsent at the end of an on time is dropped.
/// </summary>
public sealed class OnOff
{
    private readonly IScheduler _scheduler;
    private readonly IByteStream _stream;
    private readonly OnOffOptions _options;
    private readonly SeededRandom _random;
    private readonly Action _switch;

    /// <param name="scheduler">Provides the clock.</param>
    /// <param name="stream">A stream for this application alone.</param>
    /// <param name="options">The lengths of the on and off times.</param>
    /// <param name="random">A stream of random numbers for this application alone.</param>
    /// <param name="startAt">When the first on time starts.</param>
    public OnOff(IScheduler scheduler, IByteStream stream, OnOffOptions options, SeededRandom random, Instant startAt)
    {
        if (options.On <= Duration.Zero || options.Off <= Duration.Zero)
            throw new ArgumentException($"On/off times {options.On}, {options.Off}: both must be above 0.", nameof(options));
        (_scheduler, _stream, _options, _random) = (scheduler, stream, options, random);
        _switch = Switch;
        scheduler.At(startAt, _switch);
    }

    public bool IsOn { get; private set; }

    private void Switch()
    {
        IsOn = !IsOn;
        _stream.SetUnlimited(IsOn);
        _scheduler.At(_scheduler.Now + (IsOn ? _options.On : _options.Off) * _options.Variation.Draw(_random), _switch);
    }
}

/// <summary>The options of an application that sends intermittently.</summary>
public sealed record OnOffOptions
{
    [Setting("onSeconds", Min = 0.001, Max = 1e6, Unit = "s", Text = "mean time with data")]
    public Duration On { get; init; } = Duration.FromSeconds(1);

    [Setting("offSeconds", Min = 0.001, Max = 1e6, Unit = "s", Text = "mean time without data")]
    public Duration Off { get; init; } = Duration.FromSeconds(1);

    [Setting("variation", Text = "variation of both times")]
    public Variation Variation { get; init; } = Variation.Exponential;
}
