namespace Mongoose.Verse.Connection;

/// <summary>
/// Takes what arrives: for each key, values in the order in which they were set, some left out, but in the end always the newest.
/// </summary>
public interface IValueReceiver
{
    /// <summary>
    /// A key has a new value, or its newest value has come again, because its acknowledgment was lost. The span is valid during the call.
    /// </summary>
    void Changed(ulong key, ReadOnlySpan<byte> value);

    /// <summary>
    /// A key has been removed, possibly one of which no value has arrived. Not called again when the removal comes again, unless the key
    /// has been forgotten since: as many others as <see cref="VerseOptions.MaxKeys"/> were removed, or as many packets came as the
    /// receiver remembers.
    /// </summary>
    void Removed(ulong key);
}
