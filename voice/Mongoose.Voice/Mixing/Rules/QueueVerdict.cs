namespace Mongoose.Voice.Mixing.Rules;

/// <summary>The decision of a <see cref="QueueWatch"/> about a queue.</summary>
/// <param name="Streams">The streams to send from now on: the present ones, or fewer, at least 1.</param>
/// <param name="IsOfOthers">Whether other senders keep the queue; then the present streams may stay.</param>
internal readonly record struct QueueVerdict(int Streams, bool IsOfOthers = false);
