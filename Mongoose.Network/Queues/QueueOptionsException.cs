namespace Mongoose.Network.Queues;

/// <summary>A queue that cannot be: its message is one line that says where, what, and what is allowed.</summary>
public sealed class QueueOptionsException(string message) : ArgumentException(message);
