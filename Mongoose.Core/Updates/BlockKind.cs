namespace Mongoose.Core.Updates;

/// <summary>
/// The content of a block of an object update. It determines which later blocks replace the block:
/// <list type="table">
/// <listheader><term>block</term><description>later blocks of the same object that replace it</description></listheader>
/// <item><term><see cref="Motion"/></term><description>motion, with or without textures; full; kill</description></item>
/// <item><term><see cref="TexturedMotion"/></term><description>motion with textures; full; kill</description></item>
/// <item><term><see cref="Full"/>, <see cref="Cached"/></term><description>full; kill</description></item>
/// <item><term><see cref="Kill"/></term><description>nothing</description></item>
/// </list>
/// A cached block replaces nothing, because a viewer that lacks the object asks for it and ignores the block.
/// </summary>
public enum BlockKind
{
    /// <summary>A block of ImprovedTerseObjectUpdate without textures.</summary>
    Motion,

    /// <summary>A block of ImprovedTerseObjectUpdate with textures.</summary>
    TexturedMotion,

    /// <summary>A block of ObjectUpdate or ObjectUpdateCompressed.</summary>
    Full,

    /// <summary>A block of ObjectUpdateCached, which only names the version of the object.</summary>
    Cached,

    /// <summary>A block of KillObject.</summary>
    Kill,
}

/// <summary>A block of an update: its object, its content and its place in the message.</summary>
/// <param name="LocalId">The object's id in its region.</param>
/// <param name="Kind">The content of the block.</param>
/// <param name="Start">Position of the block's first byte in the message's body.</param>
/// <param name="Length">Length of the block in bytes.</param>
public readonly record struct UpdateBlock(uint LocalId, BlockKind Kind, int Start, int Length);
