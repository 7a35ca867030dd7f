/**
 * @file llmongoosecircuit.h
 * @brief What a viewer's circuit tells LLMongoose::ThrottleRequester, and pings of its own: the viewer's come too seldom.
 *
 * Copyright (c) The Mongoose developers
 * SPDX-License-Identifier: BSD-3-Clause
 */

#ifndef LL_LLMONGOOSECIRCUIT_H
#define LL_LLMONGOOSECIRCUIT_H

#include "llmongoosethrottle.h"

/// Belongs to the agent, follows its circuit from region to region. Like ThrottleRequester, it is told the time.
class LLMongooseCircuit
{
public:
    LLMongooseCircuit(const LLMongoose::RateControlOptions& options, LLMongoose::Instant now) : mRequester(options, now) {}

    /// The clock that the circuit's events are timed by.
    static LLMongoose::Instant now() { return std::chrono::steady_clock::now(); }

    const LLMongoose::ThrottleRequester& requester() const { return mRequester; }

    /// A valid packet has arrived; bytes are its UDP payload.
    void onPacket(std::uint32_t id, bool is_resent, int bytes, LLMongoose::Instant now) { mRequester.onPacket(id, is_resent, bytes, now); }

    /// A CompletePingCheck has arrived. True if the ping was one of ours: then the viewer's own bookkeeping must not see it.
    bool onPingReply(std::uint8_t ping_id, LLMongoose::Instant now);

    /// Whether to send a StartPingCheck now, and with which id: one that is far from those of the viewer's own pings. Call it once
    /// a frame, when the packets that have arrived are read.
    bool tryPing(std::uint8_t last_viewer_ping_id, LLMongoose::Instant now, std::uint8_t& ping_id);

    /// The agent is in another region, or this region's circuit was opened anew.
    void onNewCircuit(LLMongoose::Instant now);

    bool tryTake(LLMongoose::Instant now, LLMongoose::ThrottleRequest& request) { return mRequester.tryTake(now, request); }

private:
    bool isOut(std::uint8_t ping_id, LLMongoose::Instant now) const;
    LLMongoose::Duration pingInterval(LLMongoose::Instant now) const;
    bool findId(std::uint8_t last_viewer_ping_id, LLMongoose::Instant now, std::uint8_t& ping_id);

    LLMongoose::ThrottleRequester mRequester;
    LLMongoose::Duration mRoundTrip{};
    LLMongoose::Instant mReadAt{}; // all that had come by then is read
    LLMongoose::Instant mNextPing{};
    LLMongoose::Instant mSilentSince{}; // the first ping since the last reply; zero: none was sent
    unsigned mPings = 0;
    std::array<LLMongoose::Instant, 256> mSentAt{}; // by ping id; zero: not sent, or answered
};

#endif // LL_LLMONGOOSECIRCUIT_H
