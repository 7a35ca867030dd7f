using Mongoose.Client.Commands;
using Mongoose.Runtime.CommandLine;
using Mongoose.Runtime.Terminals;

Terminal.Guard();
return ProgramRun.Guarded("mongoose-bot", Console.Error, () => BotCommand.Run(args, Console.Out, Console.Error));
