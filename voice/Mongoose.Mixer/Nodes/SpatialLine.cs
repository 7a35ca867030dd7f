using System.Numerics;
using System.Text.Json;
using System.Text.Unicode;
using Mongoose.Voice.Conferences;

namespace Mongoose.Mixer.Nodes;

/// <summary>
/// A line of JSON with positions, with the keys and units of Second Life's viewers (<c>LLWebRTCVoiceClient::sendPositionUpdate</c>):
/// <c>sp</c>, <c>lp</c> are the positions of the avatar and of the ears in cm, <c>sh</c>, <c>lh</c> their rotations, the components of a
/// quaternion times 100. A viewer's own line with an <c>id</c> added is valid; keys with other names are ignored.
/// </summary>
public static class SpatialLine
{
    /// <summary>The largest coordinate in cm: all regions of a map of 65536 by 65536 are within it.</summary>
    private const double MaxCentimetres = 2e9;

    /// <summary>The largest component of a rotation: that of a unit quaternion.</summary>
    private const double MaxComponent = 100;

    private const int MaxNameLength = 63;

    private static readonly JsonReaderOptions Options = new() { MaxDepth = 16 };

    /// <summary>Reads a line.</summary>
    /// <param name="line">The line, without its end.</param>
    /// <param name="update">The positions, in metres and unit quaternions.</param>
    /// <param name="error">The error, with the allowed values; null if the line is valid.</param>
    /// <returns>Whether the line is valid.</returns>
    public static bool TryParse(ReadOnlySpan<byte> line, out SpatialUpdate update, out string? error)
    {
        update = default;
        if (!Utf8.IsValid(line))
        {
            error = "the line is not UTF-8";
            return false;
        }
        Fields fields = default;
        try
        {
            Utf8JsonReader reader = new(line, Options);
            error = fields.Read(ref reader);
        }
        catch (JsonException exception)
        {
            error = $"the line is not JSON, or is nested too deeply: at byte {exception.BytePositionInLine + 1}";
        }
        catch (InvalidOperationException)
        {
            // The reader refuses text that is valid UTF-8 but not valid Unicode: half of a surrogate pair, escaped.
            error = "the line is not Unicode";
        }
        if (error is not null)
            return false;
        update = new SpatialUpdate(fields.Name!, fields.Speaker, fields.SpeakerHeading, fields.Listener, fields.ListenerHeading);
        return true;
    }

    private struct Fields
    {
        public string? Name;
        public Vector3? Speaker, Listener;
        public Quaternion? SpeakerHeading, ListenerHeading;

        /// <summary>Reads the whole line; returns the error.</summary>
        public string? Read(ref Utf8JsonReader reader)
        {
            reader.Read();
            if (reader.TokenType != JsonTokenType.StartObject)
                return "a line is an object, such as {\"id\":\"Alice\",\"sp\":{\"x\":100,\"y\":200,\"z\":300}}";
            string? error = null;
            while (error is null && reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
                error = ReadOne(ref reader);
            if (error is not null)
                return error;
            // The reader reports text after the object as an error.
            reader.Read();
            return Name is null ? "id is missing: the name of a source or peer"
                : (Speaker, SpeakerHeading, Listener, ListenerHeading) is (null, null, null, null)
                ? "nothing to change: sp, sh, lp or lh is needed"
                : null;
        }

        private string? ReadOne(ref Utf8JsonReader reader)
        {
            if (reader.ValueTextEquals("id"u8))
                return ReadName(ref reader);
            if (reader.ValueTextEquals("sp"u8))
                return ReadPosition(ref reader, "sp", ref Speaker);
            if (reader.ValueTextEquals("sh"u8))
                return ReadRotation(ref reader, "sh", ref SpeakerHeading);
            if (reader.ValueTextEquals("lp"u8))
                return ReadPosition(ref reader, "lp", ref Listener);
            if (reader.ValueTextEquals("lh"u8))
                return ReadRotation(ref reader, "lh", ref ListenerHeading);
            reader.Skip();
            return null;
        }

        private string? ReadName(ref Utf8JsonReader reader)
        {
            if (Name is not null)
                return "id occurs more than once";
            if (!reader.Read() || reader.TokenType != JsonTokenType.String
                || reader.GetString() is not { Length: > 0 and <= MaxNameLength } name)
                return $"id: allowed are strings of 1 to {MaxNameLength} characters";
            Name = name;
            return null;
        }

        private static string? ReadPosition(ref Utf8JsonReader reader, string key, ref Vector3? position)
        {
            if (position is not null)
                return $"{key} occurs more than once";
            Span<double> cm = stackalloc double[3];
            if (!TryNumbers(ref reader, cm, MaxCentimetres))
                return $"{key}: allowed are x, y and z, numbers of cm from -{MaxCentimetres:0} to {MaxCentimetres:0}";
            position = new Vector3((float)(cm[0] / 100), (float)(cm[1] / 100), (float)(cm[2] / 100));
            return null;
        }

        private static string? ReadRotation(ref Utf8JsonReader reader, string key, ref Quaternion? rotation)
        {
            if (rotation is not null)
                return $"{key} occurs more than once";
            Span<double> part = stackalloc double[4];
            if (!TryNumbers(ref reader, part, MaxComponent) || Length(part) < 1e-6)
                return $"{key}: allowed are x, y, z and w, the components of a unit quaternion times 100: "
                    + $"numbers from -{MaxComponent:0} to {MaxComponent:0}, not all 0";
            double length = Length(part);
            rotation = new Quaternion(
                (float)(part[0] / length), (float)(part[1] / length), (float)(part[2] / length), (float)(part[3] / length));
            return null;
        }

        private static double Length(ReadOnlySpan<double> part) =>
            Math.Sqrt(part[0] * part[0] + part[1] * part[1] + part[2] * part[2] + part[3] * part[3]);

        /// <summary>Reads an object with x, y, z and, into a fourth number, w.</summary>
        private static bool TryNumbers(ref Utf8JsonReader reader, scoped Span<double> numbers, double max)
        {
            numbers.Fill(double.NaN);
            if (!reader.Read() || reader.TokenType != JsonTokenType.StartObject)
                return false;
            while (reader.Read() && reader.TokenType == JsonTokenType.PropertyName)
            {
                int part = reader.ValueTextEquals("x"u8) ? 0 : reader.ValueTextEquals("y"u8) ? 1 : reader.ValueTextEquals("z"u8) ? 2
                    : numbers.Length > 3 && reader.ValueTextEquals("w"u8) ? 3 : -1;
                if (part < 0)
                    reader.Skip();
                else if (!reader.Read() || reader.TokenType != JsonTokenType.Number || !reader.TryGetDouble(out double value)
                    || !(Math.Abs(value) <= max))
                    return false;
                else
                    numbers[part] = value;
            }
            return !numbers.Contains(double.NaN);
        }
    }
}
