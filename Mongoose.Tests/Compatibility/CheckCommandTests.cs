using System.CommandLine;
using Mongoose.Testbed.Commands;

namespace Mongoose.Tests.Compatibility;

/// <summary>The verb "check": what it prints, and what it returns to scripts.</summary>
public sealed class CheckCommandTests
{
    [Test]
    public void It_returns_0_when_all_matches()
    {
        using StandIn there = new();
        (int code, string output, _) = Run("--bin", there.Directory, "--assembly", Built.Module);
        Assert.That(code, Is.Zero);
        Assert.That(output, Does.Contain(" uses of members match."));
    }

    [Test]
    public void It_returns_1_and_names_what_does_not()
    {
        using StandIn there = new();
        there.Change("OpenSim.Region.ClientStack.LindenUDP",
            module => module.GetType("OpenSim.Region.ClientStack.LindenUDP.LLUDPClient").Fields.Single(field => field.Name == "m_packetOutboxes").Name = "m_outboxes");
        (int code, string output, _) = Run("--bin", there.Directory, "--assembly", Built.Module);
        Assert.That(code, Is.EqualTo(1));
        Assert.That(output, Does.Contain("OpenSim.Region.ClientStack.LindenUDP.LLUDPClient\n").And.Contain("m_packetOutboxes").And.Contain("1 mismatch in "));
    }

    [Test]
    public void It_returns_2_for_a_directory_or_file_that_is_not_there()
    {
        (int noBin, _, string binError) = Run("--bin", "/nowhere/bin", "--assembly", Built.Module);
        (int noFile, _, string fileError) = Run("--bin", Built.References, "--assembly", "/nowhere/a.dll");
        Assert.That((noBin, noFile), Is.EqualTo((2, 2)));
        Assert.That(binError, Does.Contain("/nowhere/bin"));
        Assert.That(fileError, Does.Contain("/nowhere/a.dll"));
    }

    private static (int Code, string Output, string Error) Run(params string[] arguments)
    {
        using StringWriter output = new(), error = new();
        int code = new CheckCommand().Create().Parse(arguments).Invoke(new InvocationConfiguration { Output = output, Error = error });
        return (code, output.ToString().ReplaceLineEndings("\n"), error.ToString());
    }
}
