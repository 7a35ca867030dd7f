using Mongoose.Testbed.Commands;
using Mongoose.Testbed.Verbs;

return Failure.Program.RunProcess(args, TestbedCommand.Create);
