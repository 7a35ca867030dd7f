using Microsoft.Win32.SafeHandles;
using Mongoose.Runtime.Output;
using Mongoose.Voice.Audio;

namespace Mongoose.Mixer.Wav;

/// <summary>
/// A WAV file that is valid after every <see cref="Finish"/>: the samples are written first, then the header with their number. A crash
/// loses only the samples after the last <see cref="Finish"/>, and a full disk loses none that had been written before. All calls may
/// throw <see cref="IOException"/>, whose message names the file.
/// </summary>
internal sealed class WavFile : IDisposable
{
    private readonly AudioFormat _format;
    private SafeFileHandle? _file;
    private readonly byte[] _header = new byte[WavHeader.Length];
    private long _written;

    /// <param name="path">The file's path; an existing file is overwritten.</param>
    /// <param name="format">The file's rate and channels.</param>
    public WavFile(string path, AudioFormat format)
    {
        (Path, _format) = (path, format);
        try
        {
            _file = Open(FileMode.Create);
            WriteHeader();
        }
        catch (Exception exception) when (PathFault.Is(exception))
        {
            _file?.Dispose();
            throw Failure(exception);
        }
    }

    public string Path { get; private set; }

    public void MoveTo(string path) => Guarded(() =>
    {
        File.Move(Path, path);
        Path = path;
    });

    /// <summary>Writes samples at a place. A gap before it is silence: file systems read such holes as zeros.</summary>
    /// <param name="at">In bytes of samples.</param>
    public void Write(ReadOnlyMemory<byte> samples, long at) => Guarded(() =>
    {
        RandomAccess.Write(Handle, samples.Span, WavHeader.Length + at);
        _written = at + samples.Length;
    });

    /// <summary>Makes the file valid.</summary>
    /// <param name="length">The length of all samples, in bytes; what has not been written is silence.</param>
    public void Finish(long length) => Guarded(() =>
    {
        try
        {
            if (_written < length)
                RandomAccess.Write(Handle, stackalloc byte[sizeof(short)], WavHeader.Length + length - sizeof(short));
            _written = length;
        }
        finally
        {
            WriteHeader(); // A full disk may refuse the silence: then the file is valid without it.
        }
    });

    /// <summary>Closes the file until the next <see cref="Write"/> or <see cref="Finish"/>.</summary>
    public void Close()
    {
        _file?.Dispose();
        _file = null;
    }

    public void Dispose() => Close();

    private SafeFileHandle Handle => _file ??= Open(FileMode.Open);

    private SafeFileHandle Open(FileMode mode) => File.OpenHandle(Path, mode, FileAccess.ReadWrite, FileShare.Read | FileShare.Delete);

    private void WriteHeader()
    {
        WavHeader.Write(_header, _format.SampleRate, _format.Channels, _written);
        RandomAccess.Write(Handle, _header, 0);
    }

    private void Guarded(Action action) => PathFault.OrThrow(action, Failure);

    private IOException Failure(Exception exception) => new($"{Path}: {exception.Message}", exception);
}
