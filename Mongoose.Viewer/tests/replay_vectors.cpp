/**
 * @file replay_vectors.cpp
 * @brief Replays the vectors that Mongoose.Core generated. Losses, events and messages must be equal, windows within a relative error of 1e-9.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 *
 * replay_vectors VECTORS_DIRECTORY
 */

#include "../llmongoosethrottle.h"
#include "check.h"
#include "json.h"

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <new>
#include <string_view>

namespace
{

std::size_t sAllocations = 0;

} // namespace

void* operator new(std::size_t size)
{
    sAllocations++;
    void* memory = std::malloc(size);
    return memory != nullptr ? memory : throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept
{
    std::free(memory);
}

namespace
{

using namespace LLMongoose;

constexpr double TOLERANCE = 1e-9;
constexpr std::string_view DIGITS = "0123456789ABCDEF";
constexpr std::array<const char*, 6> KINDS = { "inSequence", "afterGap", "late", "duplicate", "resent", "implausible" };

std::string hexadecimal(const ThrottlePayload& payload)
{
    std::string text;
    for (const std::uint8_t byte : payload)
    {
        text += DIGITS[byte / 16];
        text += DIGITS[byte % 16];
    }
    return text;
}

std::string nameOf(PacketKind kind)
{
    return KINDS.at(static_cast<std::size_t>(kind));
}

Instant instantOf(const Json& value)
{
    return Instant(Duration(value.integer()));
}

/// The requester's output after a step.
struct Outcome
{
    PacketVerdict verdict{};
    bool hasMessage = false;
    ThrottleRequest message;
};

Outcome play(ThrottleRequester& requester, const Json& step, const std::string& event)
{
    const Instant now = instantOf(step["atNs"]);
    const auto sequence = static_cast<std::uint32_t>(step["sequence"].integer());
    const auto generation = static_cast<std::uint32_t>(step["generation"].integer());
    const bool is_resent = step["resent"].isTrue();
    const auto bytes = static_cast<int>(step["bytes"].integer());
    const Duration round_trip(step["roundTripNs"].integer());

    const std::size_t allocations = sAllocations;
    Outcome outcome;
    if (event == "packet")
    {
        outcome.verdict = requester.onPacket(sequence, is_resent, bytes, now);
    }
    else if (event == "ping")
    {
        requester.onPing(round_trip, now);
    }
    else if (event == "newCircuit")
    {
        requester.onNewCircuit(now);
    }
    else if (event == "acknowledged")
    {
        requester.onAcknowledged(generation);
    }
    outcome.hasMessage = requester.tryTake(now, outcome.message);
    if (sAllocations != allocations)
    {
        throw std::runtime_error("an event allocates");
    }
    return outcome;
}

bool isNear(double value, const Json& expected)
{
    return std::abs(value - expected.number()) <= TOLERANCE * std::abs(expected.number());
}

/// The names of the values that differ from the expected ones; empty if none does.
std::string difference(const ThrottleRequester& requester, const Outcome& outcome, const Json& step)
{
    const Json& then = step["then"];
    const WindowTrackingController& controller = requester.controller();
    std::string text;
    const auto expect = [&](bool holds, const char* what)
    {
        text += holds ? "" : std::string(" ") + what;
    };
    if (step["event"].text() == "packet")
    {
        expect(nameOf(outcome.verdict.kind) == then["kind"].text(), "kind");
        expect(outcome.verdict.lost == then["lost"].integer(), "lost");
    }
    expect(isNear(controller.windowBytes(), then["cwnd"]), "cwnd");
    expect(isNear(controller.thresholdBytes(), then["ssthresh"]), "ssthresh");
    expect(controller.rate().bitsPerSecond() == then["rateBps"].integer(), "rateBps");
    expect(controller.lossEvents() == then["lossEvents"].integer(), "lossEvents");
    expect(requester.pingInterval().count() == then["pingIntervalNs"].integer(), "pingIntervalNs");
    expect(requester.nextWakeAt() == (then.has("wakeNs") ? instantOf(then["wakeNs"]) : NEVER), "wakeNs");
    expect(outcome.hasMessage == then.has("message"), "message");
    if (outcome.hasMessage)
    {
        expect(outcome.message.generation == then["message"]["generation"].integer(), "generation");
        expect(hexadecimal(outcome.message.payload) == then["message"]["payload"].text(), "payload");
    }
    return text;
}

void replay(const Json& trace, Checks& checks)
{
    RateControlOptions options;
    options.minRate = DataRate::fromBitsPerSecond(trace["options"]["minRateBps"].number());
    options.maxRate = DataRate::fromBitsPerSecond(trace["options"]["maxRateBps"].number());
    options.fairSegmentBytes = static_cast<int>(trace["options"]["fairSegmentBytes"].integer());
    ThrottleRequester requester(options, instantOf(trace["beganNs"]));

    for (const Json& step : trace["steps"].items())
    {
        const Outcome outcome = play(requester, step, step["event"].text());
        const std::string different = difference(requester, outcome, step);
        checks.that(different.empty(), trace["name"].text() + " at " + step["atNs"].text() + " ns:" + different);
    }
}

void replaySplits(const Json& file, Checks& checks)
{
    for (const Json& vector : file["splits"].items())
    {
        const DataRate rate = DataRate::fromBitsPerSecond(vector["rateBps"].number());
        const std::string payload = hexadecimal(encodeThrottle(splitOf(rate)));
        checks.that(payload == vector["payload"].text(), "split of " + vector["rateBps"].text() + " bit/s");
    }
}

} // namespace

int main(int argc, char** argv)
try
{
    if (argc != 2)
    {
        std::cerr << "usage: replay_vectors VECTORS_DIRECTORY\n";
        return 2;
    }
    Checks checks;
    for (const auto& entry : std::filesystem::directory_iterator(argv[1]))
    {
        const Json file = Json::fromFile(entry.path().string());
        const int before = checks.count();
        replay(file, checks);
        replaySplits(file, checks);
        if (checks.count() == before)
        {
            checks.that(false, entry.path().filename().string() + " has neither steps nor splits");
        }
    }
    return checks.summary("replay_vectors");
}
catch (const std::exception& error)
{
    std::cerr << "replay_vectors: " << error.what() << '\n';
    return 1;
}
