using Mongoose.Core.Settings;
using Mongoose.Runtime.Settings;

namespace Mongoose.Tests.Runtime.Settings;

public sealed class PairSourceTests
{
    private sealed record Place
    {
        [Setting("name", IsRequired = true)]
        public string Name { get; init; } = "";

        [Setting("port", Min = 1, Max = 65_535)]
        public int Port { get; init; } = 7;
    }

    private static (Place Read, string[] Problems) Read(string text)
    {
        List<SettingProblem> problems = [];
        Place place = new PairSource(text, "--place 1", problems).Read(new Place());
        return (place, problems.Select(problem => problem.ToString()).ToArray());
    }

    [TestCase("name=a port=80", "a", 80)]
    [TestCase("  port=80\tname=a=b ", "a=b", 80)]
    [TestCase("name='a b'", "a b", 7)]
    [TestCase("name=\"it's\" port=1", "it's", 1)]
    [TestCase("name='", "'", 7)]
    public void Pairs_are_separated_by_spaces_and_values_may_be_quoted(string text, string name, int port)
    {
        (Place place, string[] problems) = Read(text);
        Assert.That(problems, Is.Empty);
        Assert.That((place.Name, place.Port), Is.EqualTo((name, port)));
    }

    [TestCase("port=80", "--place 1 name: is missing")]
    [TestCase("name=a port=0", "--place 1 port: 0: allowed are 1 to 65535, whole numbers")]
    [TestCase("name=a prt=1", "--place 1 prt: 1: unknown key; did you mean port? Allowed are name, port")]
    [TestCase("name=a name=b", "--place 1 name: a: occurs more than once")]
    [TestCase(
        "name=a here", "--place 1: 'here': allowed are pairs such as port=5000, separated by spaces; a value with spaces is in quotes")]
    [TestCase("name=a =", "--place 1: '': allowed are pairs such as port=5000, separated by spaces; a value with spaces is in quotes")]
    public void A_mistake_is_reported_with_the_option(string text, string problem) =>
        Assert.That(Read(text).Problems, Is.EqualTo(new[] { problem }));
}
