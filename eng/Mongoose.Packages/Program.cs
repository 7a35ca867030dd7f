using System.CommandLine;
using Mongoose.Packages;
using Mongoose.Runtime.CommandLine;

Option<string?> output = new("--output", "-o")
{
    Description = "Output directory (default: packages/ in the checkout)",
    HelpName = PathOption.DirectoryName,
};
RootCommand root = new("Makes the packages of a release from this checkout: three zip files and SHA256SUMS.");
output.Validators.Add(result =>
{
    string? path = result.GetValueOrDefault<string?>();
    if (path is "" || File.Exists(path))
        result.AddError($"--output {path}: allowed is a directory, which is made if needed");
});
root.Options.Add(output);
root.SetAction(parsed => Make(parsed.GetValue(output)));
ParseResult parsed = root.Parse(args);
if (parsed.Errors.Count == 0)
    return parsed.Invoke();
foreach (string message in parsed.Errors.Select(error => error.Message).Distinct())
    Console.Error.WriteLine($"mongoose-packages: {message}");
return ExitCode.Usage;

static int Make(string? directory)
{
    try
    {
        Checkout checkout = Checkout.Find();
        if (checkout.Warning is { } warning)
            Console.Error.WriteLine($"mongoose-packages: {warning}");
        using Interruption interruption = new();
        foreach (string path in new Release(checkout).Write(directory ?? checkout.PathOf("packages"), interruption.Token))
            Console.WriteLine($"{new FileInfo(path).Length,9} bytes  {path}");
        return ExitCode.Good;
    }
    catch (OperationCanceledException)
    {
        Console.Error.WriteLine("mongoose-packages: interrupted; no package was written");
        return ExitCode.Interrupted;
    }
    catch (Exception exception) when (exception is PackagingException or IOException or UnauthorizedAccessException)
    {
        Console.Error.WriteLine($"mongoose-packages: {exception.Message}");
        return ExitCode.Runtime;
    }
}
