using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Mongoose.Runtime.Hosts;

/// <summary>
/// System calls for which .NET has no method. A negative result is a failure, with its number in <see cref="LastError"/>.
/// </summary>
[SupportedOSPlatform("linux")]
public static class LinuxCalls
{
    // EPERM, ENOENT, EAGAIN, EACCES, ENODEV
    public const int NotPermitted = 1, NoEntry = 2, TryAgain = 11, AccessDenied = 13, NoDevice = 19;
    public const int ReadOnly = 0, ReadWrite = 2, NonBlocking = 0x800, CloseOnExec = 0x80000; // O_RDONLY, O_RDWR, O_NONBLOCK, O_CLOEXEC
    public const int NewNetwork = 0x40000000; // CLONE_NEWNET
    public const nuint Bind = 0x1000; // MS_BIND
    public const int Detach = 2; // MNT_DETACH

    public static int LastError => Marshal.GetLastPInvokeError();

    public static string LastErrorText => Marshal.GetLastPInvokeErrorMessage();

    public static int Open(string path, int flags) => open(path, flags | CloseOnExec);

    [DllImport("libc", EntryPoint = "close", SetLastError = true)]
    public static extern int Close(int descriptor);

    /// <summary>Returns the number of bytes read.</summary>
    public static int Read(int descriptor, Span<byte> buffer) =>
        (int)read(descriptor, ref MemoryMarshal.GetReference(buffer), (nuint)buffer.Length);

    /// <summary>Returns the number of bytes written.</summary>
    public static int Write(int descriptor, ReadOnlySpan<byte> bytes) =>
        (int)write(descriptor, ref MemoryMarshal.GetReference(bytes), (nuint)bytes.Length);

    /// <summary>Makes an ioctl request described by the buffer; the answer is written into the same buffer.</summary>
    public static int Control(int descriptor, nuint request, Span<byte> buffer) =>
        ioctl(descriptor, request, ref MemoryMarshal.GetReference(buffer));

    /// <summary>Moves the calling thread into a new namespace of the given kind.</summary>
    [DllImport("libc", EntryPoint = "unshare", SetLastError = true)]
    public static extern int Unshare(int kind);

    /// <summary>Moves the calling thread into an existing namespace of the given kind.</summary>
    [DllImport("libc", EntryPoint = "setns", SetLastError = true)]
    public static extern int Enter(int descriptor, int kind);

    public static int BindMount(string source, string target) => mount(source, target, "none", Bind, 0);

    public static int Unmount(string target) => umount2(target, Detach);

    [DllImport("libc", SetLastError = true)]
    private static extern int open([MarshalAs(UnmanagedType.LPUTF8Str)] string path, int flags);

    [DllImport("libc", SetLastError = true)]
    private static extern nint read(int descriptor, ref byte buffer, nuint length);

    [DllImport("libc", SetLastError = true)]
    private static extern nint write(int descriptor, ref byte bytes, nuint length);

    [DllImport("libc", SetLastError = true)]
    private static extern int ioctl(int descriptor, nuint request, ref byte buffer);

    [DllImport("libc", SetLastError = true)]
    private static extern int mount([MarshalAs(UnmanagedType.LPUTF8Str)] string source, [MarshalAs(UnmanagedType.LPUTF8Str)] string target,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string type, nuint flags, nint data);

    [DllImport("libc", SetLastError = true)]
    private static extern int umount2([MarshalAs(UnmanagedType.LPUTF8Str)] string target, int flags);
}
