using Mongoose.Client.Commands;

return BotCommand.Run(args, Console.Out, Console.Error);
