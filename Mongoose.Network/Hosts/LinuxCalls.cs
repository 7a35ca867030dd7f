using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Mongoose.Network.Hosts;

/// <summary>The system calls that .NET has no name for. A result below zero is a failure; <see cref="LastError"/> has its number.</summary>
[SupportedOSPlatform("linux")]
internal static class LinuxCalls
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

    public static int Close(int descriptor) => close(descriptor);

    /// <summary>The bytes read.</summary>
    public static int Read(int descriptor, Span<byte> buffer) =>
        (int)read(descriptor, ref MemoryMarshal.GetReference(buffer), (nuint)buffer.Length);

    /// <summary>The bytes written.</summary>
    public static int Write(int descriptor, ReadOnlySpan<byte> bytes) =>
        (int)write(descriptor, ref MemoryMarshal.GetReference(bytes), (nuint)bytes.Length);

    /// <summary>A request about what the buffer says, and the answer in the same buffer.</summary>
    public static int Control(int descriptor, nuint request, Span<byte> buffer) =>
        ioctl(descriptor, request, ref MemoryMarshal.GetReference(buffer));

    /// <summary>Gives the calling thread a new namespace of that kind.</summary>
    public static int Unshare(int kind) => unshare(kind);

    /// <summary>Moves the calling thread into a namespace of that kind.</summary>
    public static int Enter(int descriptor, int kind) => setns(descriptor, kind);

    public static int BindMount(string source, string target) => mount(source, target, "none", Bind, 0);

    public static int Unmount(string target) => umount2(target, Detach);

    [DllImport("libc", SetLastError = true)]
    private static extern int open([MarshalAs(UnmanagedType.LPUTF8Str)] string path, int flags);

    [DllImport("libc", SetLastError = true)]
    private static extern int close(int descriptor);

    [DllImport("libc", SetLastError = true)]
    private static extern nint read(int descriptor, ref byte buffer, nuint length);

    [DllImport("libc", SetLastError = true)]
    private static extern nint write(int descriptor, ref byte bytes, nuint length);

    [DllImport("libc", SetLastError = true)]
    private static extern int ioctl(int descriptor, nuint request, ref byte buffer);

    [DllImport("libc", SetLastError = true)]
    private static extern int unshare(int kind);

    [DllImport("libc", SetLastError = true)]
    private static extern int setns(int descriptor, int kind);

    [DllImport("libc", SetLastError = true)]
    private static extern int mount([MarshalAs(UnmanagedType.LPUTF8Str)] string source, [MarshalAs(UnmanagedType.LPUTF8Str)] string target,
        [MarshalAs(UnmanagedType.LPUTF8Str)] string type, nuint flags, nint data);

    [DllImport("libc", SetLastError = true)]
    private static extern int umount2([MarshalAs(UnmanagedType.LPUTF8Str)] string target, int flags);
}
