using Mongoose.Mixer.Commands;

return MixerCommand.Run(args, Console.Out, Console.Error);
