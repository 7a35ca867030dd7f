namespace Mongoose.Tests.Measuring;

/// <summary>Watches the host from its construction until it is asked.</summary>
internal interface IHostWatch
{
    /// <summary>Ends the watch. To be called once.</summary>
    HostReading Stop();
}
