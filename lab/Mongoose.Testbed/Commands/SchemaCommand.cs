using System.CommandLine;
using Mongoose.Runtime.Settings;
using Mongoose.Testbed.Scenarios;
using Mongoose.Testbed.Verbs;

namespace Mongoose.Testbed.Commands;

/// <summary>The verb "schema": the JSON schema of scenario files, for editors.</summary>
internal static class SchemaCommand
{
    /// <summary>The schema's text.</summary>
    public static string Text => SettingSchema.Write(typeof(Scenario), "A scenario of mongoose-testbed");

    public static Command Create() => SchemaVerb.Create(Failure.Program, "scenario files", Text);
}
