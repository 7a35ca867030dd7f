using System.Text;
using Mongoose.Core.Units;
using Mongoose.Mixer.Nodes;
using Mongoose.Network.Links;
using Mongoose.Runtime.Time;
using Mongoose.Runtime.Udp;
using Mongoose.Voice.Conferences;

namespace Mongoose.Tests.Mixer.Nodes;

public sealed class ControlPortTests : IDisposable
{
    private const string Alice = "{\"id\":\"Alice\",\"sp\":{\"x\":100,\"y\":0,\"z\":0}}",
        Bob = "{\"id\":\"Bob\",\"lp\":{\"x\":0,\"y\":100,\"z\":0}}";

    private readonly SimulatedScheduler _clock = new();
    private readonly ControlPort _control;
    private readonly IDatagramPort _program;
    private readonly List<string> _moved = [], _answers = [];

    public ControlPortTests()
    {
        SimulatedNetwork network = new(_clock);
        _control = new ControlPort(_clock, network, 5090, (in SpatialUpdate update) => _moved.Add(update.Name));
        _program = network.Open(UdpAddress.Loopback());
        _program.Received = (_, datagram) => _answers.Add(Encoding.UTF8.GetString(datagram));
    }

    public void Dispose()
    {
        _control.Dispose();
        _program.Dispose();
    }

    private void Send(string datagram)
    {
        _program.Send(_control.Address, Encoding.UTF8.GetBytes(datagram));
        _clock.RunUntil(_clock.Now + Duration.FromMilliseconds(1));
    }

    [TestCase(Alice)]
    [TestCase(Alice + "\n")]
    [TestCase("\r\n" + Alice + "\r\n\r\n")]
    public void A_line_moves_a_person_and_is_not_answered(string datagram)
    {
        Send(datagram);
        Assert.That((_moved, _answers), Is.EqualTo((new[] { "Alice" }, Array.Empty<string>())));
    }

    [Test]
    public void It_listens_on_the_loopback_address_alone() => Assert.That(_control.Address, Is.EqualTo(UdpAddress.Loopback(5090)));

    [Test]
    public void A_datagram_may_have_several_lines()
    {
        Send(Alice + "\n" + Bob + "\n" + Alice);
        Assert.That(_moved, Is.EqualTo(new[] { "Alice", "Bob", "Alice" }));
        Assert.That((_control.Lines, _control.WrongLines), Is.EqualTo((3, 0)));
    }

    [Test]
    public void Wrong_lines_get_one_answer_and_change_nothing_else()
    {
        Send(Alice + "\n{\"sp\":1}\nrubbish\n" + Bob);
        Assert.That(_moved, Is.EqualTo(new[] { "Alice", "Bob" }));
        Assert.That(_answers, Has.Count.EqualTo(1));
        Assert.That(_answers[0], Does.Match("^\\{\"error\":\"sp: allowed are .*\"\\}$"));
        Assert.That((_control.Lines, _control.WrongLines), Is.EqualTo((2, 2)));
    }

    [Test]
    public void Answers_are_limited_to_ten_a_second()
    {
        for (int i = 0; i < 1000; i++)
            Send("rubbish");
        Assert.That(_answers, Has.Count.EqualTo(10));
        Assert.That(_control.WrongLines, Is.EqualTo(1000));
    }
}
