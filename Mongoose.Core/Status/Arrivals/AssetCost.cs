namespace Mongoose.Core.Status.Arrivals;

/// <summary>What a texture, a mesh or another asset has cost.</summary>
/// <param name="Capability">The capability by which it was sent.</param>
/// <param name="Id">Its identifier on the grid.</param>
/// <param name="Bytes">Bytes sent, headers included.</param>
/// <param name="Times">Number of responses: a viewer asks for the parts of a large asset one after the other.</param>
public readonly record struct AssetCost(string Capability, Guid Id, long Bytes, int Times);
