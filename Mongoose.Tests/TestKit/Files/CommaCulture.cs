using System.Globalization;

namespace Mongoose.TestKit.Files;

/// <summary>
/// Sets a culture with decimal commas until it is disposed. Named cultures cannot be used: with invariant globalization they all have
/// decimal points.
/// </summary>
internal sealed class CommaCulture : IDisposable
{
    private readonly CultureInfo _before = CultureInfo.CurrentCulture;

    public CommaCulture()
    {
        CultureInfo commas = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        commas.NumberFormat.NumberDecimalSeparator = ",";
        commas.NumberFormat.NegativeSign = "~";
        CultureInfo.CurrentCulture = commas;
    }

    public void Dispose() => CultureInfo.CurrentCulture = _before;
}
