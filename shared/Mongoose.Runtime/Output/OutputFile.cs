using System.Text;

namespace Mongoose.Runtime.Output;

/// <summary>Writes a file completely or not at all.</summary>
public static class OutputFile
{
    /// <summary>The path that means standard output.</summary>
    public const string StandardOutput = "-";

    private static readonly UTF8Encoding Utf8 = new(encoderShouldEmitUTF8Identifier: false);

    private const int NoSpaceOnUnix = 28;
    private const int NoSpaceOnWindows = unchecked((int)0x80070070);

    /// <summary>Writes a new file next to <paramref name="path"/> and renames it: an interruption leaves the previous content.</summary>
    /// <exception cref="OutputException">The path is not writable.</exception>
    public static void Write(string path, string content) => Write(path, text => text.Write(content));

    /// <summary>
    /// Like <see cref="Write(string, string)"/>, or to <paramref name="output"/> if the path is <see cref="StandardOutput"/>.
    /// </summary>
    /// <exception cref="OutputException">The path is not writable.</exception>
    public static void Write(string path, string content, TextWriter output)
    {
        if (path == StandardOutput)
            WriteTo(output, content);
        else
            Write(path, content);
    }

    /// <summary>Like <see cref="Write(string, string)"/>, for a content that is too long for memory.</summary>
    /// <param name="write">Writes the content. If it throws, the previous content remains.</param>
    /// <exception cref="OutputException">The path is not writable.</exception>
    public static void Write(string path, Action<TextWriter> write) => Try(path, () =>
    {
        string target = Resolve(path);
        if (IsDevice(target))
            Fill(target, write);
        else
            Replace(target, write);
    });

    /// <summary>Checks whether <see cref="Write(string, string)"/> would succeed, without changing the existing content.</summary>
    /// <exception cref="OutputException">The path is not writable.</exception>
    public static void CheckWritable(string path) => Try(path, () =>
    {
        string target = Resolve(path);
        if (IsDevice(target))
            return;
        string probe = TemporaryBeside(target);
        File.WriteAllText(probe, "");
        File.Delete(probe);
    });

    /// <summary>Checks whether <see cref="Write(string, string, TextWriter)"/> would succeed.</summary>
    /// <param name="path">A file, or <see cref="StandardOutput"/>, which needs no check; null for no output.</param>
    /// <exception cref="OutputException">The path is not writable.</exception>
    public static void CheckOutput(string? path)
    {
        if (path is not (null or StandardOutput))
            CheckWritable(path);
    }

    /// <summary>Creates the directory and its parents if they are missing.</summary>
    /// <exception cref="OutputException">The directory cannot be created.</exception>
    public static void CreateDirectory(string path) => Try(path, () => Directory.CreateDirectory(path));

    /// <summary>Writes to standard output, or to a replacement for it.</summary>
    /// <exception cref="OutputException">The output cannot be written.</exception>
    public static void WriteTo(TextWriter output, string content) => Try("standard output", () =>
    {
        output.Write(content);
        output.Flush();
    });

    /// <summary>
    /// Appends to a file, which is created if it does not exist: all of <paramref name="content"/> or, if a partial write can be undone,
    /// nothing.
    /// </summary>
    /// <exception cref="OutputException">The path is not writable.</exception>
    public static void Append(string path, string content) => Try(path, () =>
    {
        using FileStream file = new(Resolve(path), FileMode.OpenOrCreate, FileAccess.Write, FileShare.Read, bufferSize: 0);
        long before = file.Seek(0, SeekOrigin.End);
        try
        {
            file.Write(Utf8.GetBytes(content));
        }
        catch (IOException)
        {
            file.SetLength(before);
            throw;
        }
    });

    private static void Try(string path, Action use) =>
        PathFault.OrThrow(use, fault => new OutputException(path, Reason(path, fault), fault));

    private static void Fill(string target, Action<TextWriter> write)
    {
        using StreamWriter text = new(target, append: false, Utf8, bufferSize: 1 << 16);
        write(text);
    }

    private static void Replace(string target, Action<TextWriter> write)
    {
        string temporary = TemporaryBeside(target);
        try
        {
            Fill(temporary, write);
            File.Move(temporary, target, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    private static string TemporaryBeside(string target) =>
        Path.Combine(Path.GetDirectoryName(target)!, $".{Path.GetFileName(target)}.{Guid.NewGuid():N}.tmp");

    /// <summary>A link to a file remains a link: its target is replaced.</summary>
    private static string Resolve(string path)
    {
        string full = Path.GetFullPath(path);
        if (IsDevice(full))
            return full;
        if (Directory.Exists(full))
            throw new IOException("it is a directory");
        if (!Directory.Exists(Path.GetDirectoryName(full)))
            throw new DirectoryNotFoundException();
        return RealPath.Resolve(full);
    }

    // Renaming over /dev/stdout or /dev/null would replace the device itself.
    internal static bool IsDevice(string full) =>
        full.StartsWith("/dev/", StringComparison.Ordinal) || full.StartsWith("/proc/", StringComparison.Ordinal);

    private static string Reason(string path, Exception e) => e switch
    {
        IOException { HResult: NoSpaceOnUnix or NoSpaceOnWindows } => "there is no space left on the device",
        _ when path.Length == 0 => "the path is empty",
        DirectoryNotFoundException => "its directory does not exist",
        UnauthorizedAccessException => "permission denied",
        _ => e.Message,
    };
}

/// <summary>A result could not be written. The message is for the user: it contains the path and the reason.</summary>
public sealed class OutputException(string path, string reason, Exception? inner = null)
    : Exception($"cannot write {path}: {reason}", inner)
{
    public string Path { get; } = path;
}
