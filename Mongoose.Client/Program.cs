using Mongoose.Client.Commands;

return BotCommand.Program.RunProcess(args, () => BotCommand.Create(args));
