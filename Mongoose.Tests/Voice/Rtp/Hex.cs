namespace Mongoose.Tests.Voice.Rtp;

/// <summary>Packets as hexadecimal digits.</summary>
internal static class Hex
{
    /// <summary>The bytes; blanks are left out.</summary>
    public static byte[] Bytes(string digits) => Convert.FromHexString(digits.Replace(" ", ""));

    public static string Of(ReadOnlySpan<byte> bytes) => Convert.ToHexString(bytes).ToLowerInvariant();
}
