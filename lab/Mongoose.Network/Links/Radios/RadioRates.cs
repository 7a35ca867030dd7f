using Mongoose.Core.Units;

namespace Mongoose.Network.Links.Radios;

/// <summary>The rates of IEEE 802.11g (OFDM) by signal-to-noise ratio.</summary>
public static class RadioRates
{
    /// <summary>
    /// The minimum ratio for each rate, from the minimum sensitivities of receivers (IEEE 802.11-2012, table 18-14: -82 to -65 dBm)
    /// and the noise in 20 MHz with the noise figure that the standard assumes there: -174 dBm/Hz + 73 dB + 10 dB = -91 dBm.
    /// </summary>
    private static readonly (double Snr, double Mbps)[] Steps = [(26, 54), (25, 48), (21, 36), (17, 24), (14, 18), (12, 12), (10, 9)];

    private static readonly DataRate MinRate = DataRate.FromMegabitsPerSecond(6);

    /// <summary>
    /// The rate at which a packet is sent: the highest for which the ratio is enough; at least 6 Mbit/s, as nothing slower exists.
    /// </summary>
    /// <param name="snr">The signal-to-noise ratio in dB.</param>
    public static DataRate At(double snr)
    {
        foreach ((double least, double mbps) in Steps)
        {
            if (snr >= least)
                return DataRate.FromMegabitsPerSecond(mbps);
        }
        return MinRate;
    }
}
