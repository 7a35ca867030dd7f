using Mongoose.Core.Units;
using Mongoose.Runtime.Time;

namespace Mongoose.TestKit.Hosts;

/// <summary>A clock whose alarms all fire late, as on a busy host.</summary>
internal sealed class LateScheduler(IScheduler clock, Duration late) : IScheduler
{
    public Instant Now => clock.Now;

    public void At(Instant time, Action action) => clock.At(time + late, action);

    public void AfterWork(Duration work, Action then) => clock.AfterWork(work + late, then);
}
