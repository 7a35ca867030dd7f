using Mongoose.Core.Units;
using Mongoose.Testbed.Mixers;
using Mongoose.Testbed.Results.Series;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>The figures of a mixer's listener: gaps, the delay of playout, voices that are not mixed, and the audio itself.</summary>
/// <param name="receiver">The receiving end.</param>
/// <param name="voices">The voices that the client heard.</param>
internal sealed class HeardFigures(IReceivingEnd receiver, HeardVoices voices, FlowRecord record)
{
    private readonly List<double> _playout = [];
    private double _missingBefore;
    private double _missing;
    private bool _hasMeasured;
    private double _apart;
    private Duration _stopped = Duration.Zero;
    private (Duration Since, int Apart, bool IsStopped) _current;

    /// <summary>The time of lost and late frames so far, in ms; from any thread.</summary>
    public double MissingMs => Volatile.Read(ref _missing);

    /// <summary>Takes a sample; to be called on the receiver's thread.</summary>
    public void Sample(Duration at)
    {
        Volatile.Write(ref _missing, receiver.Missing.Milliseconds);
        if (!record.IsMeasured(at))
            _missingBefore = _hasMeasured ? _missingBefore : _missing;
        else if (receiver.PlayoutDelay is { } delay)
            _playout.Add(delay.Milliseconds);
        _hasMeasured |= record.IsMeasured(at);
    }

    /// <summary>
    /// Sets the number of separate voices from this time on, and whether the circuit breaker has stopped sending. To be called on the
    /// sender's thread.
    /// </summary>
    public void Set(Duration at, int apart, bool isStopped)
    {
        EndPeriod(at);
        _current = (at, apart, isStopped);
    }

    /// <summary>Adds the figures to the record; to be called when neither end's thread uses this object.</summary>
    /// <exception cref="IOException">Recording has failed.</exception>
    public void Add()
    {
        if (receiver.Failure is { } failure)
            throw new IOException($"{record.Name}: {failure}");
        EndPeriod(record.End);
        Sample(record.End);
        record.Extra.AddRange(
        [
            ("apart.mean", _apart / record.MeasuredPart(Duration.Zero, Duration.MaxValue).Seconds),
            ("stoppedSeconds", _stopped.Seconds),
            ("missingMs", _missing - _missingBefore),
            ("playoutMs.mean", _playout.Count == 0 ? double.NaN : _playout.Average()),
        ]);
        if (voices.Together() is { Samples.Length: > 0 } heard)
            record.Series.Add(AudioSeries.From($"{record.Name}.heard", heard.Samples, heard.Format.SampleRate, heard.Format.Channels));
    }

    private void EndPeriod(Duration at)
    {
        Duration measured = record.MeasuredPart(_current.Since, at);
        _apart += _current.Apart * measured.Seconds;
        if (_current.IsStopped)
            _stopped += measured;
    }
}
