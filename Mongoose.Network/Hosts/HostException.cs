namespace Mongoose.Network.Hosts;

/// <summary>This host does not allow what a run on real packets needs. The message is one for the user.</summary>
public sealed class HostException(string message, Exception? inner = null) : Exception(message, inner);
