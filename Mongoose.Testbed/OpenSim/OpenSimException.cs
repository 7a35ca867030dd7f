namespace Mongoose.Testbed.OpenSim;

/// <summary>An OpenSim could not be found, made, started or asked. The message is one for the user.</summary>
public sealed class OpenSimException(string message, Exception? inner = null) : Exception(message, inner);
