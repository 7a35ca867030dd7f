using System.CommandLine;

namespace Mongoose.Testbed.Commands;

/// <summary>The option that selects which of the runs are executed, so that several machines share them.</summary>
internal sealed class ShardOption : Option<Shard?>
{
    public ShardOption()
        : base("--shard")
    {
        Description = "Execute every n-th run from number i on, and check no bands; merge joins the files of all shards. "
            + $"Allowed are {Shard.Allowed}";
        HelpName = "i/n";
        CustomParser = result =>
        {
            string text = result.Tokens.Count == 0 ? "" : result.Tokens[^1].Value;
            try
            {
                return Shard.Parse(text);
            }
            catch (FormatException e)
            {
                result.AddError($"--shard {text}: {e.Message}");
                return null;
            }
        };
    }
}
