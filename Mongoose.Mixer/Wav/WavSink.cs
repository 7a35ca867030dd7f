using System.Buffers;
using Microsoft.Win32.SafeHandles;
using Mongoose.Mixer.Recordings;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Wav;

/// <summary>
/// A WAV file that is correct after every <see cref="Flush"/>: first the samples are written, then the header that counts them. So a crash costs what came
/// after the last one, and a full disk nothing that was there.
/// </summary>
internal sealed class WavSink : IVoiceSink
{
    private readonly Func<string, string> _pathOf;
    private readonly AudioFormat _format;
    private readonly SafeFileHandle _file;
    private readonly ArrayBufferWriter<byte> _pending = new();
    private readonly byte[] _header = new byte[WavHeader.Length];
    private string _path;
    private long _start, _written;

    /// <param name="pathOf">The file's path for a name, which may be empty.</param>
    /// <param name="format">Its rate and channels.</param>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public WavSink(Func<string, string> pathOf, AudioFormat format)
    {
        (_pathOf, _format, _path) = (pathOf, format, pathOf(""));
        try
        {
            _file = File.OpenHandle(_path, FileMode.Create, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete);
            WriteHeader();
        }
        catch (UnauthorizedAccessException exception)
        {
            throw Failure(exception);
        }
        catch (IOException exception)
        {
            _file?.Dispose();
            throw Failure(exception);
        }
    }

    /// <summary>Bytes of samples so far, with those that are not yet in the file.</summary>
    private long End => _start + _pending.WrittenCount;

    public void Name(string name)
    {
        string path = _pathOf(name);
        if (path == _path)
            return;
        try
        {
            File.Move(_path, path, overwrite: true);
            _path = path;
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw Failure(exception);
        }
    }

    public void Write(ReadOnlySpan<float> samples)
    {
        int bytes = samples.Length * sizeof(short);
        Pcm16.WriteLittleEndian(samples, _pending.GetSpan(bytes)[..bytes]);
        _pending.Advance(bytes);
    }

    public void Skip(long samples)
    {
        WritePending();
        _start += samples * sizeof(short) * _format.Channels; // Nothing is written there: file systems keep such holes as zeros.
    }

    public void Flush()
    {
        WritePending();
        try
        {
            if (_written < _start)
                ExtendTo(_start);
            WriteHeader();
        }
        catch (IOException exception)
        {
            throw Failure(exception);
        }
    }

    public void Dispose()
    {
        try
        {
            if (!_file.IsClosed)
                Flush();
        }
        finally
        {
            _file.Dispose();
        }
    }

    private void WritePending()
    {
        if (_pending.WrittenCount == 0)
            return;
        try
        {
            if (End > WavHeader.LongestData)
                throw new IOException("a WAV file has room for 4 GiB; begin another recording");
            RandomAccess.Write(_file, _pending.WrittenSpan, WavHeader.Length + _start);
            _start = _written = End;
            _pending.Clear();
        }
        catch (IOException exception)
        {
            _pending.Clear();
            throw Failure(exception);
        }
    }

    private void ExtendTo(long dataBytes)
    {
        RandomAccess.Write(_file, stackalloc byte[sizeof(short)], WavHeader.Length + dataBytes - sizeof(short));
        _written = dataBytes;
    }

    private void WriteHeader()
    {
        WavHeader.Write(_header, _format.SampleRate, _format.Channels, Math.Min(_written, WavHeader.LongestData));
        RandomAccess.Write(_file, _header, 0);
    }

    private IOException Failure(Exception exception) => new($"{_path}: {exception.Message}", exception);
}
