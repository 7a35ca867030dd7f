using Mongoose.Core.Units;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Bytes of a flow: by time bin for the whole run, and within the flow's window.</summary>
/// <param name="record">The flow's record, for the window and the bins.</param>
/// <param name="bins">The number of bins until the end of the scenario.</param>
internal sealed class ByteMeter(FlowRecord record, int bins)
{
    private readonly long[] _bins = new long[bins];
    private long _measured, _all;

    /// <summary>Bytes so far, inside and outside the window; may be read from any thread.</summary>
    public long All => Volatile.Read(ref _all);

    /// <summary>The mean rate within the window.</summary>
    public DataRate Rate => record.RateOf(_measured);

    /// <summary>The rate in kbit/s of each complete bin until the run's end.</summary>
    public double[] Kbps => _bins.Take(record.Bins).Select(bytes => DataRate.Of(bytes, record.Bin).KilobitsPerSecond).ToArray();

    /// <param name="at">Time since the run's start.</param>
    public void Add(Duration at, int bytes)
    {
        Volatile.Write(ref _all, _all + bytes);
        long bin = at.Nanoseconds / record.Bin.Nanoseconds;
        if (bin >= 0 && bin < _bins.Length)
            _bins[bin] += bytes;
        if (record.IsMeasured(at))
            _measured += bytes;
    }
}
