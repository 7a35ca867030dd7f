using Mongoose.Client.Login;
using Mongoose.Client.Viewers;

namespace Mongoose.Client.Sessions;

/// <summary>The position of an avatar.</summary>
/// <param name="Position">The position that the region sent last.</param>
/// <param name="Region">The region's size.</param>
internal readonly record struct AvatarPlace(AvatarPosition Position, RegionSize Region);
