using System.Text;
using Mongoose.Core.Status.Http;

namespace Mongoose.Tests.Core.Status.Http;

/// <summary>The password in the header Authorization.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class PasswordTests
{
    private readonly Password _password = new("p:w");

    [TestCase("any user:p:w", true)]
    [TestCase(":p:w", true)]
    [TestCase("p:w", false)]
    [TestCase("user:p:w ", false)]
    [TestCase("no colon", false)]
    public void Basic_has_it_after_the_user_name(string pair, bool isIn) =>
        Assert.That(_password.IsIn("Basic " + Convert.ToBase64String(Encoding.UTF8.GetBytes(pair))), Is.EqualTo(isIn));

    [TestCase("Bearer p:w", true)]
    [TestCase("bearer  p:w", true)]
    [TestCase("Bearer p", false)]
    [TestCase("Bearer", false)]
    [TestCase("Basic p:w", false)]
    [TestCase("Digest p:w", false)]
    [TestCase("", false)]
    [TestCase(null, false)]
    public void Other_headers_have_it_alone_or_not_at_all(string? header, bool isIn) =>
        Assert.That(_password.IsIn(header), Is.EqualTo(isIn));

    [Test]
    public void A_longer_header_is_not_read()
    {
        string password = new('p', Password.MaxHeader);
        Assert.That(new Password(password).IsIn("Bearer " + password), Is.False);
    }
}
