using Mongoose.Client.Viewers;
using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.Testbed.Scenarios.Flows;

/// <summary>Measures the time from a viewer's arrival until the first batch of requested textures is complete.</summary>
internal sealed class FirstTextures
{
    private readonly IScheduler _scheduler;
    private readonly HashSet<Guid> _missing;
    private Instant? _arrivedAt, _completeAt;

    public FirstTextures(IScheduler scheduler, Viewer viewer, IEnumerable<Guid> first)
    {
        _scheduler = scheduler;
        _missing = first.ToHashSet();
        viewer.Connected += () => _arrivedAt ??= scheduler.Now;
        viewer.TextureCompleted += (texture, _) => Completed(texture);
    }

    /// <summary>Adds the time; NaN if some textures are not complete.</summary>
    public void Finish(FlowRecord record) =>
        record.Extra.Add(("firstTexturesSeconds", _completeAt - _arrivedAt is { } time ? time.Seconds : double.NaN));

    private void Completed(Guid texture)
    {
        if (_missing.Remove(texture) && _missing.Count == 0)
            _completeAt = _scheduler.Now;
    }
}
