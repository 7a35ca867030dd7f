using System.Runtime.InteropServices;

namespace Mongoose.Simulators.Compatibility;

/// <summary>
/// Who may read a file or folder: its mode and owner. The checker may be root, who may read everything, so the mode and owner decide
/// whether the simulator's user can.
/// </summary>
/// <param name="Mode">The permissions.</param>
/// <param name="Owner">The user ID of the owner; null if it is unknown.</param>
public sealed record ReadPermission(UnixFileMode Mode, uint? Owner)
{
    private const UnixFileMode Read = UnixFileMode.UserRead | UnixFileMode.GroupRead | UnixFileMode.OtherRead,
        Enter = UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    // A file that the simulator's user can read, because OpenSimulator runs.
    private const string Reference = "OpenSim.Framework.dll";

    /// <summary>The module's files that a user who can read OpenSimulator's own files may not be able to read, one line each.</summary>
    /// <param name="bin">The OpenSimulator's bin/.</param>
    public static IEnumerable<string> Problems(string bin)
    {
        if (OperatingSystem.IsWindows() || Of(Path.Combine(bin, Reference)) is not { } reference)
            return [];
        string[] files = [$"{InstalledModule.Server}.dll", $"{InstalledModule.Core}.dll", "config", "config/Mongoose.ini"];
        return files.Select(file => Path.Combine(bin, file)).Select(path => Problem(path, reference)).OfType<string>();
    }

    private static string? Problem(string path, ReadPermission reference)
    {
        if (Of(path) is not { } file)
            return null;
        bool isFolder = Directory.Exists(path);
        // A user who may read a file of OpenSimulator may also enter its folder.
        UnixFileMode needed = reference.Mode & Read;
        if (isFolder)
            needed |= (UnixFileMode)((int)needed >> 2) & Enter;
        bool isForOthers = (file.Mode & UnixFileMode.OtherRead) != 0;
        if ((needed & ~file.Mode) == 0 && (isForOthers || file.Owner == reference.Owner))
            return null;
        return $"{path} has {file}, {Reference} has {reference}: a simulator that runs as another user cannot read it; "
            + $"chmod a+r{(isFolder ? "x" : "")} {path}";
    }

    public override string ToString() =>
        $"mode {Convert.ToString((int)Mode, 8).PadLeft(4, '0')}{(Owner is { } owner ? $" and owner {owner}" : "")}";

    /// <summary>Null if there is no such file.</summary>
    private static ReadPermission? Of(string path) =>
        !OperatingSystem.IsWindows() && Path.Exists(path) ? new ReadPermission(File.GetUnixFileMode(path), OwnerOf(path)) : null;

    private static uint? OwnerOf(string path)
    {
        const int WorkingDirectory = -100, UserNumber = 8, OffsetOfUser = 20;
        byte[] found = new byte[256];
        try
        {
            return OperatingSystem.IsLinux() && statx(WorkingDirectory, path, 0, UserNumber, found) == 0
                ? BitConverter.ToUInt32(found, OffsetOfUser)
                : null;
        }
        catch (EntryPointNotFoundException)
        {
            // An old C library.
            return null;
        }
    }

    // The layout of the result is the same on every architecture.
    [DllImport("libc")]
    private static extern int statx(int directory, [MarshalAs(UnmanagedType.LPUTF8Str)] string path, int flags, uint mask,
        [Out] byte[] found);
}
