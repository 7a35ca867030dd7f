using System.Buffers;
using Mongoose.Mixer.Recordings;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Wav;

/// <summary>
/// A recording as a WAV file that is valid after every <see cref="Flush"/>. When the file is full, another one continues it.
/// </summary>
internal sealed class WavSink : IVoiceSink
{
    private readonly WavFolder _folder;
    private readonly uint _ssrc;
    private readonly AudioFormat _format;
    private readonly int _frameBytes;
    private readonly long _maxBytes;
    private readonly ArrayBufferWriter<byte> _pending = new();
    private WavFile _file;
    private string _name = "";
    private long _start;

    /// <param name="folder">The folder of the files.</param>
    /// <param name="format">The files' rate and channels.</param>
    /// <exception cref="IOException">The file cannot be created.</exception>
    public WavSink(WavFolder folder, uint ssrc, AudioFormat format)
    {
        (_folder, _ssrc, _format, _frameBytes) = (folder, ssrc, format, sizeof(short) * format.Channels);
        _maxBytes = folder.MaxDataBytes / _frameBytes * _frameBytes;
        _file = new WavFile(folder.FreePath("", ssrc), format);
    }

    public void Name(string name)
    {
        if (name == _name)
            return;
        _name = name;
        _file.MoveTo(_folder.FreePath(name, _ssrc));
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
        long bytes = samples * _frameBytes;
        for (; _start + bytes > _maxBytes; Continue())
            bytes -= _maxBytes - _start;
        _start += bytes;
    }

    public void Flush()
    {
        WritePending();
        _file.Finish(_start);
    }

    public void Rest()
    {
        Flush();
        _file.Close();
    }

    public void Dispose()
    {
        try
        {
            Flush();
        }
        finally
        {
            _file.Dispose();
        }
    }

    private void WritePending()
    {
        try
        {
            ReadOnlyMemory<byte> rest = _pending.WrittenMemory;
            for (; _start + rest.Length > _maxBytes; Continue())
            {
                int fitting = (int)(_maxBytes - _start);
                _file.Write(rest[..fitting], _start);
                rest = rest[fitting..];
            }
            if (rest.Length > 0)
                _file.Write(rest, _start);
            _start += rest.Length;
        }
        finally
        {
            _pending.Clear();
        }
    }

    /// <summary>Fills the rest of the file with silence, and continues in another one.</summary>
    private void Continue()
    {
        WavFile full = _file;
        full.Finish(_maxBytes);
        _start = _maxBytes; // If no other file can be created, this one stays full.
        _file = new WavFile(_folder.FreePath(_name, _ssrc), _format);
        _start = 0;
        full.Dispose();
        _folder.Notify($"{full.Path} is full; {_file.Path} continues it");
    }
}
