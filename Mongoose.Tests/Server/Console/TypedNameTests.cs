using Mongoose.Server.Console;

namespace Mongoose.Server.Tests.Console;

/// <summary>Operators type names as they hear them.</summary>
public sealed class TypedNameTests
{
    private static readonly string[] Names =
    [
        "Zed Other", "Anna Exampel", "Ruth Example", "Ruth.Doe @grid.example:8002", "Ruthless Example", "Ruth Example", "Bea Exam",
        "Cid Exam",
    ];

    [TestCase("ruth example")]
    [TestCase("RUTH Example")]
    public void Case_does_not_matter(string typed) => Assert.That(TypedName.Is(typed, "Ruth Example"));

    [TestCase("Ruth Exampl")]
    [TestCase("Ruth")]
    public void A_part_of_a_name_is_not_the_name(string typed) => Assert.That(TypedName.Is(typed, "Ruth Example"), Is.False);

    [TestCase("ruth exa", "Ruth Example, Ruthless Example, Ruth.Doe @grid.example:8002, Anna Exampel, Bea Exam",
        Description = "no more than five, and each once")]
    [TestCase("ruht example", "Ruth Example, Ruthless Example")]
    [TestCase("Ruth Do", "Ruth Example, Ruth.Doe @grid.example:8002, Ruthless Example")]
    public void Names_that_begin_so_are_listed(string typed, string names) =>
        Assert.That(TypedName.NotFound(typed, "", Names), Is.EqualTo($"No circuit for {typed}. Names like it: {names}"));

    [Test]
    public void Without_another_name_like_it_there_is_no_list()
    {
        Assert.That(TypedName.NotFound("zed other", " with a path", Names), Is.EqualTo("No circuit for zed other with a path."));
        Assert.That(TypedName.NotFound("Grace Hopper", " with a path", Names), Is.EqualTo("No circuit for Grace Hopper with a path."));
    }
}
