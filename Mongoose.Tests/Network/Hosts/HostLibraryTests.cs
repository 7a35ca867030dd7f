using Mongoose.Runtime.Hosts;

namespace Mongoose.Tests.Network.Hosts;

public sealed class HostLibraryTests
{
    [Test]
    public void A_missing_library_is_reported_with_the_command_that_installs_it()
    {
        HostLibrary missing = new("Nosuch", "libnosuch.so.9", "libnosuch9");
        Assert.That(missing.IsInstalled, Is.False);
        Assert.That(Assert.Throws<HostException>(missing.Require)!.Message, Is.EqualTo("Nosuch is not installed: apt install libnosuch9"));
    }

    [Test, Platform("Linux")]
    public void A_library_of_the_host_is_found()
    {
        HostLibrary library = new("C library", "libc.so.6", "libc6");
        Assume.That(Environment.Is64BitProcess);
        Assert.That(library.IsInstalled);
        Assert.DoesNotThrow(library.Require);
    }
}
