namespace Mongoose.Packages;

/// <summary>Packages cannot be made. The message is one for the user.</summary>
internal sealed class PackagingException(string message) : Exception(message);
