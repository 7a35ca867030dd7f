using System.Globalization;
using System.Xml.Linq;
using Mongoose.Core.Units;

namespace Mongoose.Client.Login;

/// <summary>What a region says of itself by its SimulatorFeatures capability, as far as Mongoose asks.</summary>
/// <param name="HasMongoose">Whether its circuits are shaped by Mongoose: OpenSimExtras has a map <c>mongoose</c>.</param>
/// <param name="MaxRate">The largest circuit rate that it grants (<c>max_rate_kbps</c>); null if it does not say.</param>
public sealed record RegionFeatures(bool HasMongoose, DataRate? MaxRate = null)
{
    public static readonly RegionFeatures None = new(HasMongoose: false);

    /// <summary>The capability's name.</summary>
    public const string Capability = "SimulatorFeatures";

    /// <summary>Reads the capability's answer.</summary>
    /// <exception cref="FormatException">It is not LLSD.</exception>
    public static RegionFeatures Read(string llsd)
    {
        XElement? mongoose = Llsd.Member(Llsd.Member(Llsd.Parse(llsd), "OpenSimExtras"), "mongoose");
        if (mongoose is null)
            return None;
        string? rate = Llsd.Member(mongoose, "max_rate_kbps")?.Value;
        bool isRate = double.TryParse(rate, NumberStyles.Float, CultureInfo.InvariantCulture, out double kilobits) && kilobits > 0;
        return new RegionFeatures(HasMongoose: true, isRate ? DataRate.FromKilobitsPerSecond(kilobits) : null);
    }
}
