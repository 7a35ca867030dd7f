using Mongoose.Core.Settings;

namespace Mongoose.Tests.Core.Settings;

public sealed class EditDistanceTests
{
    [TestCase("", "", 0)]
    [TestCase("abc", "abc", 0)]
    [TestCase("abc", "ABC", 0)]
    [TestCase("", "abc", 3)]
    [TestCase("abc", "", 3)]
    [TestCase("kitten", "sitting", 3)]
    [TestCase("flaw", "lawn", 2)]
    [TestCase("Enabeld", "Enabled", 2)]
    public void It_is_the_minimum_number_of_letters_to_change(string a, string b, int distance)
    {
        Assert.That(EditDistance.Between(a, b), Is.EqualTo(distance));
        Assert.That(EditDistance.Between(b, a), Is.EqualTo(distance));
    }
}
