namespace Mongoose.Runtime.Statistics;

/// <summary>
/// Student's t distribution for two-sided 95 % intervals. It uses only arithmetic, so that results are bit-identical on every platform.
/// </summary>
public static class StudentT
{
    /// <summary>The standard normal distribution's 97.5th percentile.</summary>
    private const double Normal = 1.959963984540054;

    /// <summary>t(0.975) at 1 to 30 degrees of freedom.</summary>
    private static readonly double[] Table =
    [
        12.706204736432095, 4.302652729696142, 3.182446305284263, 2.7764451051977987, 2.5705818366147395,
        2.4469118487916806, 2.3646242510102993, 2.3060041350333704, 2.2621571627409915, 2.2281388519649385,
        2.200985160082949, 2.1788128296634177, 2.1603686564610127, 2.1447866879169273, 2.131449545559323,
        2.1199052992210112, 2.1098155778331806, 2.10092204024096, 2.093024054408263, 2.0859634472658364,
        2.079613844727662, 2.0738730679040147, 2.0686576104190406, 2.0638985616280205, 2.059538552753294,
        2.055529438642871, 2.0518305164802833, 2.048407141795244, 2.045229642132703, 2.0422724563012373,
    ];

    /// <summary>
    /// The value that is exceeded with probability 2.5 %, for the two-sided 95 % interval. From a table up to 30 degrees of freedom, beyond
    /// that from the expansion around the normal distribution (Abramowitz and Stegun, 26.7.5), whose error is then below 1e-7.
    /// </summary>
    /// <param name="degrees">Degrees of freedom, 1 or more.</param>
    public static double Quantile975(int degrees)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(degrees, 1);
        return degrees <= Table.Length ? Table[degrees - 1] : Expansion(degrees);
    }

    private static double Expansion(double n)
    {
        const double z = Normal, z2 = z * z;
        const double g1 = (z2 + 1) * z / 4;
        const double g2 = ((5 * z2 + 16) * z2 + 3) * z / 96;
        const double g3 = (((3 * z2 + 19) * z2 + 17) * z2 - 15) * z / 384;
        const double g4 = ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) * z / 92160;
        return z + (g1 + (g2 + (g3 + g4 / n) / n) / n) / n;
    }
}
