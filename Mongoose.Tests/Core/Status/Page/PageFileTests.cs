using Mongoose.Core.Status.Page;

namespace Mongoose.Tests.Core.Status.Page;

public sealed class PageFileTests
{
    // echo -n 'a
    // b' | openssl dgst -sha256 -binary | base64
    private const string Hash = "'sha256-fhj3NzEbLcOy8mndeDlrA1HxT7Zu+oefdoyyMYGIPHg='";

    [Test]
    public void The_hash_is_that_of_the_text_with_line_feeds()
    {
        PageFile unix = PageFile.From("<style>a\nb</style>"), windows = PageFile.From("<style>a\r\nb</style>");
        Assert.That(unix.ContentSecurityPolicy, Does.Contain($"; style-src {Hash};"));
        Assert.That((windows.ContentSecurityPolicy, windows.Body), Is.EqualTo((unix.ContentSecurityPolicy, unix.Body)));
    }

    [Test]
    public void Every_element_has_a_hash_and_none_permits_none() => Assert.That(
        PageFile.From("<script>a\nb</script><p>b</p><script>a\nb</script>").ContentSecurityPolicy,
        Does.Contain($"script-src {Hash} {Hash}; style-src 'none';"));
}
