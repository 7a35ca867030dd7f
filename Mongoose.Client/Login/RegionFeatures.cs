using System.Globalization;
using System.Xml.Linq;
using Mongoose.Core.Units;

namespace Mongoose.Client.Login;

/// <summary>The part of a region's SimulatorFeatures capability that Mongoose uses.</summary>
/// <param name="HasMongoose">Whether Mongoose shapes its circuits: OpenSimExtras has a map <c>mongoose</c>.</param>
/// <param name="MaxRate">The maximum circuit rate that the region grants (<c>max_rate_kbps</c>); null if it is not named.</param>
public sealed record RegionFeatures(bool HasMongoose, DataRate? MaxRate = null)
{
    public static readonly RegionFeatures None = new(HasMongoose: false);

    /// <summary>The capability's name.</summary>
    public const string Capability = "SimulatorFeatures";

    /// <summary>Reads the capability's answer.</summary>
    /// <exception cref="FormatException">The answer is not XML, or exceeds the bounds of <see cref="BoundedXml"/>.</exception>
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
