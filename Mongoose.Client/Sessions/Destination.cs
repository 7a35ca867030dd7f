using System.Globalization;

namespace Mongoose.Client.Sessions;

/// <summary>A region, identified by its position on the grid.</summary>
/// <param name="MetresEast">The position of its south-west corner.</param>
/// <param name="MetresNorth">The position of its south-west corner.</param>
internal readonly record struct Destination(uint MetresEast, uint MetresNorth)
{
    /// <summary>The map's unit, in metres.</summary>
    public const uint MapUnit = 256;

    /// <summary>The region handle in messages: x in the high half, y in the low half.</summary>
    public ulong Handle => (ulong)MetresEast << 32 | MetresNorth;

    /// <summary>The map coordinates, as in <see cref="TryParse"/>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{MetresEast / MapUnit},{MetresNorth / MapUnit}");

    public static Destination OfHandle(ulong handle) => new((uint)(handle >> 32), (uint)handle);

    /// <summary>Parses map coordinates, such as 1000,1000.</summary>
    public static bool TryParse(string text, out Destination destination)
    {
        string[] parts = text.Split(',');
        destination = default;
        if (parts.Length != 2 || !ushort.TryParse(parts[0], out ushort east) || !ushort.TryParse(parts[1], out ushort north))
            return false;
        destination = new Destination(east * MapUnit, north * MapUnit);
        return true;
    }
}
