namespace Mongoose.TestKit.Measuring;

/// <summary>Watches the host from its construction until it is stopped.</summary>
internal interface IHostWatch
{
    /// <summary>Ends the watch. Must be called once.</summary>
    HostReading Stop();
}
