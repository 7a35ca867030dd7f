using Mongoose.Core.Settings;
using Mongoose.Server.Configuration;

namespace Mongoose.Server.Tests.Configuration;

public sealed class SettingDocumentTests
{
    [Test]
    public void The_operators_manual_documents_every_key() => SettingTable.Check("reference/module-keys.md",
        (nameof(MongooseSettings), SettingTable.Keys(Setting.Initial(typeof(MongooseSettings)), isIni: true)));
}
