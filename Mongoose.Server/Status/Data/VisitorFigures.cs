using Mongoose.Core.RateControl.PathControl;
using Mongoose.Core.Sending;
using Mongoose.Core.Units;

namespace Mongoose.Server.Status.Data;

/// <summary>A visitor's rates and limits at one moment.</summary>
/// <param name="Limit">What held the circuit back in the last ten seconds.</param>
/// <param name="Mode">The mode of path control; null without it.</param>
/// <param name="Asked">The rate that the viewer asks for.</param>
/// <param name="Allowed">The rate that OpenSim allows it.</param>
/// <param name="Path">The rate that path control permitted in the last ten seconds; the allowed rate without path control.</param>
/// <param name="Now">The rate that the circuit may use.</param>
/// <param name="SceneLimit">The region's total limit; zero for none.</param>
/// <param name="LostFraction">The fraction of packets found lost in the last minute, 0 to 1.</param>
/// <param name="IsSearching">Whether path control still searches for the rate that the path carries.</param>
/// <param name="Downloads">The rate at which the visitor downloaded by HTTP in the last ten seconds; null without downloads.</param>
internal readonly record struct VisitorFigures(
    LimitedBy Limit, PathMode? Mode, DataRate Asked, DataRate Allowed, DataRate Path, DataRate Now, DataRate SceneLimit, double LostFraction,
    bool IsSearching = false, DataRate? Downloads = null);
