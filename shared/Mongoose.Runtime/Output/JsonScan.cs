using System.Globalization;
using System.Text.Json;

namespace Mongoose.Runtime.Output;

/// <summary>
/// Reads JSON from a stream once, without keeping it, and checks what a deserialiser does not: that it is complete, and that no key
/// occurs twice.
/// </summary>
public sealed class JsonScan
{
    private const int BufferSize = 1 << 16, MaxValueBytes = 1 << 24;

    private readonly Stack<HashSet<string>> _keys = new();
    private readonly string _wanted;
    private byte[] _buffer = new byte[BufferSize];
    private int _filled;
    private long _bytes, _lines = 1;
    private string _outermost = "";
    private string? _found;
    private bool _isComplete;

    private JsonScan(string wanted) => _wanted = wanted;

    /// <summary>Checks a stream, and finds a text in its outermost object.</summary>
    /// <param name="stream">One JSON value in UTF-8.</param>
    /// <param name="key">The key of the text.</param>
    /// <param name="cancellation">Ends the reading.</param>
    /// <returns>The text; null if there is none.</returns>
    /// <exception cref="JsonException">The stream is not JSON, ends too early, or has a key twice; the message says where.</exception>
    public static string? TextOf(Stream stream, string key, CancellationToken cancellation)
    {
        JsonScan scan = new(key);
        try
        {
            scan.Read(stream, cancellation);
        }
        catch (Exception exception) when (exception is JsonException { LineNumber: not null } or InvalidOperationException)
        {
            throw new JsonException(exception is JsonException json ? Describe(json) : "a text in it is not UTF-8", exception);
        }
        return scan._found;
    }

    /// <summary>The message with its place in front, in one line.</summary>
    public static string Describe(JsonException exception)
    {
        string message = exception.Message;
        foreach (string end in (string[])[" Path: ", " LineNumber: "])
            message = message.Split(end)[0];
        string place = exception.Path is { Length: > 1 } path ? $"{path}: " : "";
        return exception.LineNumber is { } line
            ? string.Create(CultureInfo.InvariantCulture, $"line {line + 1}: {place}{message}") : place + message;
    }

    private void Read(Stream stream, CancellationToken cancellation)
    {
        JsonReaderState state = default;
        for (int read = stream.Read(_buffer, 0, _buffer.Length); read > 0; read = stream.Read(_buffer, _filled, _buffer.Length - _filled))
        {
            cancellation.ThrowIfCancellationRequested();
            int begin = _bytes == 0 && _buffer.AsSpan(0, read).StartsWith("\uFEFF"u8) ? 3 : 0;
            _bytes += read;
            _lines += _buffer.AsSpan(_filled, read).Count((byte)'\n');
            _filled += read;
            Utf8JsonReader reader = new(_buffer.AsSpan(begin, _filled - begin), isFinalBlock: false, state);
            while (reader.Read())
                Take(ref reader);
            state = reader.CurrentState;
            Keep(begin + (int)reader.BytesConsumed);
        }
        if (_bytes == 0)
            throw new JsonException("the file is empty");
        if (!_isComplete)
        {
            string place = _outermost.Length > 0 ? $", in or after \"{_outermost}\"" : "";
            throw new JsonException(string.Create(CultureInfo.InvariantCulture,
                $"the file is truncated: it ends after {_bytes} bytes, in line {_lines}{place}"));
        }
    }

    private void Take(ref Utf8JsonReader reader)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.StartObject:
                _keys.Push([]);
                break;
            case JsonTokenType.EndObject:
                _keys.Pop();
                break;
            case JsonTokenType.PropertyName:
                string key = reader.GetString()!;
                if (!_keys.Peek().Add(key))
                    throw new JsonException(
                        $"the key \"{key}\" is there twice{(reader.CurrentDepth > 1 ? $" in an object of \"{_outermost}\"" : "")}");
                if (reader.CurrentDepth == 1)
                    _outermost = key;
                break;
            case JsonTokenType.String when reader.CurrentDepth == 1 && _outermost == _wanted && _keys.Count == 1:
                _found = reader.GetString();
                break;
        }
        _isComplete = reader.CurrentDepth == 0 && reader.TokenType is not (JsonTokenType.StartObject or JsonTokenType.StartArray);
    }

    /// <summary>Moves the bytes that are not read yet to the beginning.</summary>
    private void Keep(int consumed)
    {
        _filled -= consumed;
        _buffer.AsSpan(consumed, _filled).CopyTo(_buffer);
        if (_filled < _buffer.Length)
            return;
        if (_buffer.Length >= MaxValueBytes)
            throw new JsonException($"a value in it is longer than {MaxValueBytes} bytes");
        Array.Resize(ref _buffer, 2 * _buffer.Length);
    }
}
