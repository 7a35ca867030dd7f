namespace Mongoose.Verse.Connection;

/// <summary>Takes what arrives: for each key values in the order in which they were set, some left out, and always the newest at last.</summary>
public interface IValueReceiver
{
    /// <summary>A key has a new value. The span is valid during the call.</summary>
    void Changed(ulong key, ReadOnlySpan<byte> value);

    /// <summary>A key has been removed. It is called once per removal, also if no value of the key ever arrived.</summary>
    void Removed(ulong key);
}
